import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasErrorCode } from './error-code.ts'
import { StartupError } from './startup-error.ts'

/**
 * Makes the data folder if it is missing. Nobody else may list it. Root leaves the bit to pass through, because the
 * database inside runs as another user; what lies in the folder carries its own, stricter modes.
 */
export function ensureDataDir(dataDir: string): void {
  try {
    mkdirSync(dirname(dataDir), { recursive: true })
    mkdirSync(dataDir)
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return
    throw new StartupError(
      `The data folder cannot be made: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
