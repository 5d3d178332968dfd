/** The agent receives the message. */
export class ToolError extends Error {}
