import type { Answer } from "../message.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import { declaredResponse, type Operation, type ResponseModel } from "../openapi/operations.ts";
import type { Finding } from "../problems/findings.ts";
import { isMediaType } from "../request/mediaType.ts";
import { type Reader, readerOf } from "../request/reader.ts";
import { findingsAt } from "./findings.ts";
import { type Check, checkAt, placeOf, type Validators } from "./validators.ts";

export type AnswerCheck = (answer: Answer) => readonly Finding[];

interface HeaderCheck {
  readonly read: Reader;
  readonly check: Check;
}

const nothing: readonly Finding[] = [];
const aboutTheWhole: readonly Finding[] = [{ path: [], code: "status" }];

export function answerCheck(validators: Validators, document: OpenApiDocument, operation: Operation): AnswerCheck {
  const byStatus = new Map<number, AnswerCheck>();
  return (answer) => {
    const known = byStatus.get(answer.status) ?? checkOf(answer.status);
    byStatus.set(answer.status, known);
    return known(answer);
  };

  function checkOf(status: number): AnswerCheck {
    const declared = declaredResponse(operation, status);
    return declared ? responseCheck(validators, document, operation, declared) : () => aboutTheWhole;
  }
}

function responseCheck({ open }: Validators, document: OpenApiDocument, operation: Operation, response: ResponseModel): AnswerCheck {
  const checkBody = checkAt(open, placeOf.responseBody(operation, response.status));
  const headers = new Map<string, HeaderCheck>();
  for (const [name, schema] of response.headers) {
    headers.set(name, { read: readerOf(document, schema, false), check: checkAt(open, placeOf.header(operation, response.status, name)) });
  }
  return (answer) => {
    const found = [checkContent(answer), checkHeaders(answer)];
    return found.every((findings) => findings.length === 0) ? nothing : found.flat();
  };

  function checkContent({ headers, body }: Answer): readonly Finding[] {
    if (response.mediaTypes.length === 0) return nothing;
    const wrongType = isMediaType(headers["content-type"], response.mediaTypes) ? nothing : aboutTheWhole;
    if (body === undefined) return [...wrongType, { path: ["body"], code: "required" }];
    const errors = checkBody(body);
    return errors.length === 0 ? wrongType : [...wrongType, ...findingsAt(["body"], errors)];
  }

  function checkHeaders(answer: Answer): readonly Finding[] {
    if (headers.size === 0) return nothing;
    let findings = nothing;
    for (const name in answer.headers) {
      const found = checkHeader(name.toLowerCase(), answer.headers[name] ?? "");
      if (found.length > 0) findings = [...findings, ...found];
    }
    return response.requiredHeaders.length === 0 ? findings : [...findings, ...missingHeaders(answer)];
  }

  function missingHeaders(answer: Answer): readonly Finding[] {
    const there = Object.keys(answer.headers).map((name) => name.toLowerCase());
    const missing = response.requiredHeaders.filter((name) => !there.includes(name));
    return missing.map((name) => ({ path: ["header", name], code: "required" }));
  }

  function checkHeader(name: string, text: string): readonly Finding[] {
    const header = headers.get(name);
    if (!header) return nothing;
    const errors = header.check(header.read(text));
    return errors.length === 0 ? nothing : findingsAt(["header", name], errors);
  }
}
