#!/usr/bin/env node
import { runTypes } from "./command.ts";

process.exitCode = await runTypes(process.argv.slice(2), process.env);
