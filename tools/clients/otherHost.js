/** Sends all requests to the mock, whatever host they name. Import this module before a program that has no option for the base URL. */
import http from "node:http";
import https from "node:https";
import { baseUrl } from "./app.js";

const { fetch } = globalThis;
const { protocol, hostname, port } = new URL(baseUrl);

globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  return fetch(new Request(baseUrl + pathname + search, request));
};

https.request = (options, onResponse) => http.request({ ...options, protocol, hostname, port, agent: undefined }, onResponse);
