import { Rejection } from "../../contract/errors/rejection.ts";
import type { RequestBody } from "../../contract/openapi/operations.ts";
import { shortened } from "../../contract/problems/fields.ts";

const supportedTypes = ["application/json", "application/x-www-form-urlencoded"];

/** @throws Rejection when the media type, the charset or the content encoding is not supported */
export function acceptedMediaType(headers: Readonly<Record<string, string>>, body: RequestBody): string {
  const acceptedTypes = body.mediaTypes.filter((mediaType) => supportedTypes.includes(mediaType));
  const contentType = headers["content-type"] ?? "";
  if (acceptedTypes.includes(contentType) && headers["content-encoding"] === undefined) return contentType;
  const [mediaType = "", ...parameters] = contentType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!acceptedTypes.includes(mediaType)) throw unsupportedType(contentType, acceptedTypes);
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8") throw unsupportedType(contentType, acceptedTypes);
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw mediaTypeRejection(`The content encoding ${shortened(encoding)} is not supported. Send the body without a content encoding.`);
  }
  return mediaType;
}

function unsupportedType(contentType: string, acceptedTypes: readonly string[]): Rejection {
  const what =
    contentType === "" ? "The request has a body but no content type" : `The content type ${shortened(contentType)} is not supported`;
  return mediaTypeRejection(`${what}. Use ${acceptedTypes.join(" or ")}.`);
}

/** The message quotes the header, but the violation does not, because the journal must not contain header values. */
function mediaTypeRejection(message: string): Rejection {
  const violation = "content-type must be a type that the operation accepts, in UTF-8 and without a content encoding";
  return new Rejection("UNSUPPORTED_MEDIA_TYPE", message, {
    violations: [{ in: "content-type", code: "UNSUPPORTED_MEDIA_TYPE", message: violation }],
  });
}
