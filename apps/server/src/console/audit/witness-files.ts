import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { AuditAnchor } from '@signalbox/model/calls/audit'
import { sealOf } from '../../kit/audit.ts'

/** What the end of a chain once was, kept outside of the database, where whoever rewrites that cannot reach it. */
export interface Witness {
  readonly chainId: number
  readonly lastSeq: number
  readonly hash: string
  readonly seal: string
  /** Of anchors, which the database must have as well. */
  readonly day?: string
}

export const auditFolder = (dataDir: string): string => join(dataDir, 'audit')

const anchorsOf = (day: string): string => `anchors-${day}.json`
const headsOf = (day: string): string => `heads-${day}.jsonl`
const anchorFile = /^anchors-\d{4}-\d\d-\d\d\.json$/
const headFile = /^heads-(\d{4}-\d\d-\d\d)\.jsonl$/

/** Null for what was being written when the power went. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function readAnchors(path: string): Promise<AuditAnchor[]> {
  const anchors = parsed(await readFile(path, 'utf8').catch(() => '[]'))
  return Array.isArray(anchors) ? (anchors as AuditAnchor[]) : []
}

/** What the file says already stays: a database that tells another story today does not rewrite what left it before. */
export async function writeAnchors(
  folder: string,
  day: string,
  anchors: readonly AuditAnchor[],
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, anchorsOf(day))
  const kept = await readAnchors(path)
  const added = anchors.filter(({ chainId }) => !kept.some((anchor) => anchor.chainId === chainId))
  await writeFile(`${path}.tmp`, `${JSON.stringify([...kept, ...added], null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.tmp`, path)
}

export async function appendHeads(folder: string, day: string, heads: readonly Witness[]): Promise<void> {
  if (heads.length === 0) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lines = heads.map((head) => `${JSON.stringify(head)}\n`).join('')
  await appendFile(join(folder, headsOf(day)), lines, { mode: 0o600, flush: true })
}

/** Once a day has its anchors, the heads of the days before it tell nothing more. */
export async function removeHeadsBefore(folder: string, day: string): Promise<void> {
  const old = (await namesIn(folder)).filter((name) => (headFile.exec(name)?.[1] ?? day) < day)
  for (const name of old) await rm(join(folder, name), { force: true })
}

async function* linesOf(path: string): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) yield parsed(line)
}

/** Only what was sealed with the key says anything; the rest may have been put there by anybody. */
export function isGenuine(value: unknown, key: Buffer): value is Witness {
  if (typeof value !== 'object' || value === null) return false
  const { chainId, lastSeq, hash, seal } = value as Partial<Witness>
  return (
    Number.isSafeInteger(chainId) &&
    Number.isSafeInteger(lastSeq) &&
    seal === sealOf(key, Number(chainId), Number(lastSeq), String(hash))
  )
}

export async function readWitnesses(folder: string, key: Buffer): Promise<Witness[]> {
  const witnesses: Witness[] = []
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const found = anchorFile.test(name) ? await readAnchors(path) : headFile.test(name) ? linesOf(path) : []
    for await (const value of found as AsyncIterable<unknown>)
      if (isGenuine(value, key)) witnesses.push(value)
  }
  return witnesses
}
