import type { EngineOptions } from './createEngine.js';
import { engineEnvironment } from './environment.js';

/** A program that speaks the engine protocol, and how it is started. */
export interface EngineCommand {
  readonly pythonPath: string;
  /** The folder that holds the script. */
  readonly harnessDir: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Whether it works in a folder of this machine, which `--scratch` names. */
  readonly hasScratch: boolean;
}

/** The engine of an interpreter of this machine. */
export function engineCommand(options: EngineOptions): EngineCommand {
  return {
    pythonPath: options.pythonPath,
    harnessDir: options.harnessDir,
    script: 'engine.py',
    args: [
      ...['--workers', String(options.workers)],
      ...(options.launch ? ['--launch', options.launch] : []),
      ...limitArgs(options),
    ],
    environment: {
      ...engineEnvironment(process.env),
      ...(options.hashSeed !== undefined && { PYTHONHASHSEED: String(options.hashSeed) }),
    },
    hasScratch: true,
  };
}

/** The arguments that mean the same to the engines of any machine. */
export function limitArgs(
  options: Pick<EngineOptions, 'isolation' | 'isolationAtMost' | 'network' | 'memoryMib'>,
): readonly string[] {
  return [
    ...(options.isolation ? ['--isolation', options.isolation] : []),
    ...(options.isolationAtMost ? ['--isolation-at-most', options.isolationAtMost] : []),
    ...(options.network ? ['--network', options.network] : []),
    ...(options.memoryMib ? ['--memory', String(options.memoryMib)] : []),
  ];
}
