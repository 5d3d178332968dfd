#!/usr/bin/env node
// This file has no static imports, because an older Node version would fail on unknown syntax or modules and print a stack trace.
const minimum = { major: 22, minor: 13 };
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > minimum.major || (major === minimum.major && minor >= minimum.minor)) {
  await import("./command.ts");
} else {
  console.error(`crm-platform-mock requires Node ${minimum.major}.${minimum.minor} or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
