import { init } from "./redoc.standalone.js";

init("../openapi.json", { disableTelemetry: true }, document.getElementById("redoc"));
