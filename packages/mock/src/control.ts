/** The control API of a mock that runs elsewhere. */
export { Rejection } from "./contract/errors/rejection.ts";
export { type Control, type ControlledAccount, type ControlOptions, createControl } from "./control/client/control.ts";
