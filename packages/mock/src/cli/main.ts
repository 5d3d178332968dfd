#!/usr/bin/env node
// Imports nothing by itself: an older Node would end at the first thing in there that it does not know, and not say why.
const needed = { major: 24, minor: 18 };
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > needed.major || (major === needed.major && minor >= needed.minor)) {
  await import("./command.ts");
} else {
  console.error(`crm-platform-mock needs Node ${needed.major}.${needed.minor} or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
