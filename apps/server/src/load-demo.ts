import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Config } from './config.ts'
import type { SecretBox } from './kit/secret-box.ts'
import type { KitDeps } from './kit/unit-of-work.ts'
import type { Machine } from './payments/core/flow/machine.ts'
import type { TrafficOrder } from './sandbox-process.ts'

/** The demo platform: its merchants and people, its past, and those who pay there. */
export interface Demo {
  readonly usernames: readonly string[]
  readonly password: string
  /** Fills an empty platform; false when it has been filled before. */
  seed(deps: KitDeps, box: SecretBox): Promise<boolean>
  /** Plans the past before the first payment comes, and writes it while the server already works. */
  seedHistory(config: Config, machine: Machine): Promise<{ stop(): Promise<void> }>
  traffic(config: Config): TrafficOrder
}

/** Built beside this file from the sandbox's package and nowhere imported: a production server never loads it. */
const builtDemo = pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), 'demo.js')).href

export async function loadDemo(): Promise<Demo> {
  const { demo } = (await import(builtDemo)) as { readonly demo: Demo }
  return demo
}
