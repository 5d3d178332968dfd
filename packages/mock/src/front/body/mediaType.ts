import { Rejection } from "../../contract/errors/rejection.ts";
import type { RequestBody } from "../../contract/openapi/operations.ts";
import { shortened } from "../../contract/problems/fields.ts";

const understood = ["application/json", "application/x-www-form-urlencoded"];

/** @throws Rejection when the media type, the charset or the content encoding is not supported */
export function acceptedMediaType(headers: Readonly<Record<string, string>>, body: RequestBody): string {
  const accepted = body.mediaTypes.filter((mediaType) => understood.includes(mediaType));
  const written = headers["content-type"] ?? "";
  if (accepted.includes(written) && headers["content-encoding"] === undefined) return written;
  const [mediaType = "", ...parameters] = written
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!accepted.includes(mediaType)) throw unsupportedType(written, accepted);
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8") throw unsupportedType(written, accepted);
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw unsupported(`The content encoding ${shortened(encoding)} is not supported. Send the body without a content encoding.`);
  }
  return mediaType;
}

function unsupportedType(written: string, accepted: readonly string[]): Rejection {
  const what = written === "" ? "The request has a body but no content type" : `The content type ${shortened(written)} is not supported`;
  return unsupported(`${what}. Use ${accepted.join(" or ")}.`);
}

/** The message quotes the header, but the violation does not, because the journal must not contain header values. */
function unsupported(message: string): Rejection {
  const violation = "content-type must be a type that the operation accepts, in UTF-8 and without a content encoding";
  return new Rejection("UNSUPPORTED_MEDIA_TYPE", message, {
    violations: [{ in: "content-type", code: "UNSUPPORTED_MEDIA_TYPE", message: violation }],
  });
}
