/** The library of the Model Context Protocol, and the schemas that it accepts. The build bundles this module into a separate file. */
export { createMcpHandler, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
export { serveStdio } from "@modelcontextprotocol/server/stdio";
export { array, boolean, enum as oneOf, int, looseObject, record, strictObject, string, unknown, type ZodRawShape } from "zod";
