import { readFile } from 'node:fs/promises'
import type { ChainVerification } from '@signalbox/model/calls/audit'
import {
  allChains,
  auditFolder,
  verifyChains,
  witnessesIn,
  type Witness,
} from './console/audit/read-model.ts'
import type { KitDeps } from './kit/unit-of-work.ts'
import { StartupError } from './startup-error.ts'

export interface AuditReport {
  readonly ok: boolean
  readonly lines: readonly string[]
}

type VerifyDeps = Pick<KitDeps, 'db' | 'auditKey' | 'now'>

async function readReceived(files: readonly string[], key: Buffer) {
  const all = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8').catch(() => {
        throw new StartupError(`${file} cannot be read.`)
      })
      return { file, ...witnessesIn(text, key) }
    }),
  )
  return {
    witnesses: all.flatMap(({ witnesses }) => witnesses),
    forged: all.reduce((sum, { forged }) => sum + forged, 0),
    empty: all.filter(({ witnesses }) => witnesses.length === 0).map(({ file }) => file),
  }
}

/** How far the chain once went by those who saw it, where it does not go that far any more. */
function cutOf({ chainId, toSeq }: ChainVerification, witnesses: readonly Witness[]): string {
  const last = witnesses
    .filter((witness) => witness.chainId === chainId)
    .reduce((most, { lastSeq }) => Math.max(most, lastSeq), 0)
  return last > toSeq ? ` Witnesses saw entries up to ${last}: ${toSeq + 1} to ${last} were cut off.` : ''
}

const lineOf = (chain: ChainVerification, witnesses: readonly Witness[]): string =>
  chain.ok
    ? `Chain ${chain.chainId}: ${chain.checkedEntries} entries hold, ${chain.checkedWitnesses ?? 0} witnesses agree.`
    : `Chain ${chain.chainId}: broken at entry ${chain.brokenSeq}. ${chain.reason ?? ''}${cutOf(chain, witnesses)}`

/** Recomputes every chain and holds it against what this node and others have seen of it. */
export async function verifyAudit(
  deps: VerifyDeps,
  { dataDir, files }: { readonly dataDir: string; readonly files: readonly string[] },
): Promise<AuditReport> {
  const { witnesses, forged, empty } = await readReceived(files, deps.auditKey)
  // A chain that is gone altogether is missed by its witnesses alone.
  const seen = witnesses.map(({ chainId }) => chainId)
  const chains = [...new Set([...(await allChains(deps.db)), ...seen])].toSorted((a, b) => a - b)
  const found = await verifyChains(deps, chains, { folder: auditFolder(dataDir), witnesses })
  const lines = found.chains.map((chain) => lineOf(chain, witnesses))
  if (files.length > 0) lines.push(`Witnesses read: ${witnesses.length}.`)
  // Who gave a file wants it compared: to hold without it would be mistaken for to hold against it.
  for (const file of empty) lines.push(`${file} holds no witness of this platform.`)
  if (forged > 0) lines.push(`Not sealed with the key, and left out: ${forged}.`)
  return { ok: found.ok && forged === 0 && empty.length === 0, lines }
}
