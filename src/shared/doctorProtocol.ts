/**
 * What python/doctor.py is asked and what it answers (docs/doctor.md), as schemas: every line is
 * validated where it enters the process.
 */
import * as v from 'valibot';

const bytes = v.pipe(v.number(), v.minValue(0));

const InterpreterSchema = v.object({
  version: v.string(),
  executable: v.string(),
  prefix: v.string(),
  /** Python's `sys.platform`. */
  platform: v.string(),
  /** Whether it belongs to a virtual environment. */
  virtual: v.boolean(),
  pip: v.boolean(),
  /** The system keeps pip from installing into it (PEP 668). */
  externally_managed: v.boolean(),
  search_path: v.array(v.string()),
  memory_bytes: v.nullable(bytes),
  disks: v.array(
    v.object({ use: v.picklist(['runs', 'libraries']), path: v.string(), free_bytes: bytes }),
  ),
});

export const LibraryFactSchema = v.object({
  /** The import name. */
  name: v.string(),
  state: v.picklist(['ok', 'missing', 'fails', 'crashes', 'hangs']),
  message: v.string(),
  origin: v.nullable(v.string()),
  /** Seconds to import what was asked of it. */
  import_s: v.nullable(v.number()),
  failures: v.array(v.object({ name: v.string(), message: v.string() })),
  distributions: v.array(v.object({ name: v.string(), version: v.string() })),
});
/** What importing a library came to. */
export type LibraryFact = v.InferOutput<typeof LibraryFactSchema>;

const DataFactSchema = v.object({
  library: v.picklist(['nltk', 'sklearn', 'seaborn', 'keras']),
  name: v.string(),
  path: v.nullable(v.string()),
});

const ToolFactSchema = v.object({ name: v.string(), path: v.nullable(v.string()) });

export const FactsSchema = v.object({
  interpreter: InterpreterSchema,
  libraries: v.array(LibraryFactSchema),
  data: v.array(DataFactSchema),
  tools: v.array(ToolFactSchema),
});
/** What an interpreter and its system have of what was asked for. */
export type Facts = v.InferOutput<typeof FactsSchema>;

export const DoctorEventSchema = v.variant('type', [
  v.object({ type: v.literal('interpreter'), ...InterpreterSchema.entries }),
  v.object({ type: v.literal('library'), ...LibraryFactSchema.entries }),
  v.object({ type: v.literal('data'), ...DataFactSchema.entries }),
  v.object({ type: v.literal('tool'), ...ToolFactSchema.entries }),
  v.object({ type: v.literal('done') }),
]);

/** What the doctor is asked: one line of JSON. */
export interface DoctorRequest {
  /** Top-level modules to what is imported of each: `os.path`, `os.path:join`. */
  readonly libraries: Readonly<Record<string, readonly string[]>>;
  readonly data: readonly { readonly library: string; readonly name: string }[];
  readonly tools: readonly string[];
  /** How many libraries are imported at once. */
  readonly workers: number;
  /** Seconds that the imports of one library may take. */
  readonly import_limit_s: number;
}
