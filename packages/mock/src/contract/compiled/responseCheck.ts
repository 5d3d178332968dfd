import type { ContractResponse } from "../message.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import { declaredResponse, type Operation, type ResponseModel } from "../openapi/operations.ts";
import type { Finding } from "../problems/findings.ts";
import { isMediaType } from "../request/mediaType.ts";
import { type Reader, readerOf } from "../request/reader.ts";
import { findingsAt } from "./findings.ts";
import { type Check, checkAt, placeOf, type Validators } from "./validators.ts";

export type ResponseCheck = (response: ContractResponse) => readonly Finding[];

interface HeaderCheck {
  readonly read: Reader;
  readonly check: Check;
}

const nothing: readonly Finding[] = [];
const aboutTheWhole: readonly Finding[] = [{ path: [], code: "status" }];

export function responseCheck(validators: Validators, document: OpenApiDocument, operation: Operation): ResponseCheck {
  const byStatus = new Map<number, ResponseCheck>();
  return (response) => {
    const check = byStatus.get(response.status) ?? checkOf(response.status);
    byStatus.set(response.status, check);
    return check(response);
  };

  function checkOf(status: number): ResponseCheck {
    const model = declaredResponse(operation, status);
    return model ? declaredCheck(validators, document, operation, model) : () => aboutTheWhole;
  }
}

function declaredCheck({ open }: Validators, document: OpenApiDocument, operation: Operation, model: ResponseModel): ResponseCheck {
  const checkBody = checkAt(open, placeOf.responseBody(operation, model.status));
  const headers = new Map<string, HeaderCheck>();
  for (const [name, schema] of model.headers) {
    headers.set(name, { read: readerOf(document, schema, false), check: checkAt(open, placeOf.header(operation, model.status, name)) });
  }
  return (response) => {
    const findingLists = [checkContent(response), checkHeaders(response)];
    return findingLists.every((findings) => findings.length === 0) ? nothing : findingLists.flat();
  };

  function checkContent({ headers, body }: ContractResponse): readonly Finding[] {
    if (model.mediaTypes.length === 0) return nothing;
    const wrongType = isMediaType(headers["content-type"], model.mediaTypes) ? nothing : aboutTheWhole;
    if (body === undefined) return [...wrongType, { path: ["body"], code: "required" }];
    const errors = checkBody(body);
    return errors.length === 0 ? wrongType : [...wrongType, ...findingsAt(["body"], errors)];
  }

  function checkHeaders(response: ContractResponse): readonly Finding[] {
    if (headers.size === 0) return nothing;
    let findings = nothing;
    for (const name in response.headers) {
      const headerFindings = checkHeader(name.toLowerCase(), response.headers[name] ?? "");
      if (headerFindings.length > 0) findings = [...findings, ...headerFindings];
    }
    return model.requiredHeaders.length === 0 ? findings : [...findings, ...missingHeaders(response)];
  }

  function missingHeaders(response: ContractResponse): readonly Finding[] {
    const there = Object.keys(response.headers).map((name) => name.toLowerCase());
    const missing = model.requiredHeaders.filter((name) => !there.includes(name));
    return missing.map((name) => ({ path: ["header", name], code: "required" }));
  }

  function checkHeader(name: string, text: string): readonly Finding[] {
    const header = headers.get(name);
    if (!header) return nothing;
    const errors = header.check(header.read(text));
    return errors.length === 0 ? nothing : findingsAt(["header", name], errors);
  }
}
