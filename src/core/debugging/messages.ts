/**
 * Messages of the Debug Adapter Protocol, as far as we look into them; whatever else they hold is
 * passed on as it is. https://microsoft.github.io/debug-adapter-protocol/specification
 */
import * as v from 'valibot';

export const DebugMessageSchema = v.looseObject({
  seq: v.number(),
  type: v.picklist(['request', 'response', 'event']),
  /** Of requests and responses. */
  command: v.optional(v.string()),
  /** Of events. */
  event: v.optional(v.string()),
  /** Of responses: the request's `seq`. */
  request_seq: v.optional(v.number()),
  arguments: v.optional(v.unknown()),
  body: v.optional(v.unknown()),
});
export type DebugMessage = v.InferOutput<typeof DebugMessageSchema>;

const BreakpointSchema = v.looseObject({ line: v.number() });
/** A breakpoint as the editor wants it. */
export type Breakpoint = v.InferOutput<typeof BreakpointSchema>;

/** The arguments of a request that concerns a document. */
export const SourceArgumentsSchema = v.looseObject({
  source: v.looseObject({ path: v.string() }),
  line: v.optional(v.number()),
  breakpoints: v.optional(v.array(BreakpointSchema)),
});

/** What the adapter says of the breakpoints that it was given, in their order. */
export const SetBreakpointsAnswerSchema = v.looseObject({
  breakpoints: v.array(v.looseObject({ line: v.optional(v.number()) })),
});

/** Lines of the document that was asked about. */
export const GotoTargetsAnswerSchema = v.looseObject({ targets: v.array(BreakpointSchema) });

/** A stack frame, a printed text or a breakpoint: something at a line of a source. */
export const PlacedSchema = v.looseObject({
  source: v.looseObject({ path: v.string() }),
  line: v.number(),
});

/** debugpy's word that it awaits the debugged process at this port. */
export const WaitingSchema = v.object({
  event: v.literal('debugpyWaitingForServer'),
  body: v.object({ port: v.number() }),
});
