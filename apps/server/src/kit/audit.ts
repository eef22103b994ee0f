import { createHash, createHmac } from 'node:crypto'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { diffRecords } from '@signalbox/model/text/diff'
import type { Tx } from './database.ts'
import { subjectSeal, type AuditSubject, type SubjectSeal } from './subject-seal.ts'
import type { AuditEntryRow } from './tables.ts'

export type ChangeType = 'CREATE' | 'UPDATE' | 'DELETE'

/** Who did it and from where. Fixed for a request. */
export interface AuditActor {
  readonly type: 'USER' | 'API_CLIENT' | 'SYSTEM' | 'PSP'
  readonly id: string
  readonly name: string
  readonly ip: string | null
  readonly userAgent: string | null
  readonly sessionRef: string | null
  readonly operationId: string | null
}

export const systemActor: AuditActor = {
  type: 'SYSTEM',
  id: 'system',
  name: 'system',
  ip: null,
  userAgent: null,
  sessionRef: null,
  operationId: null,
}

/** What a service says it did. */
export interface AuditNote {
  readonly merchantId: number
  readonly entityType: string
  readonly entityId: string
  readonly entityLabel: string
  readonly changeType?: ChangeType | null
  readonly action: string
  readonly before?: unknown
  readonly after?: unknown
  readonly note?: string | null
  readonly result?: 'OK' | 'REFUSED'
  readonly errorCode?: string | null
  /** Whom it is about, where it says so: those words, and what people wrote as its note, can be forgotten later. */
  readonly subject?: AuditSubject
}

export const genesisHash = '0'.repeat(64)

type HashedEntry = Omit<AuditEntryRow, 'hash'>

/** The hash covers every column but itself, in canonical form, after the hash of the entry before it. */
export const entryHash = (entry: HashedEntry): string =>
  createHash('sha256').update(entry.prevHash).update(canonicalJson(entry)).digest('hex')

/** Proves that a head or an anchor was written by somebody who holds the master key. */
export const sealOf = (key: Buffer, chain: number, seq: number, hash: string): string =>
  createHmac('sha256', key).update(`${chain}:${seq}:${hash}`).digest('hex')

const secretNames = /password|secret|token|recoverycode/i

/** Secrets never reach the log; what is left is plain JSON, exactly as it will be read back and hashed again. */
function withoutSecrets(value: unknown): unknown {
  if (value === undefined) return null
  const text = JSON.stringify(value, (key, inner: unknown) =>
    secretNames.test(key) && typeof inner === 'string' ? '*****' : inner,
  )
  return JSON.parse(text) as unknown
}

interface ChainHead {
  readonly seq: number
  readonly hash: string
}

async function lockHead(tx: Tx, chain: number, key: Buffer): Promise<ChainHead> {
  await tx
    .insertInto('auditChain')
    .values({
      chainMerchantId: chain,
      lastSeq: 0,
      lastHash: genesisHash,
      seal: sealOf(key, chain, 0, genesisHash),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const head = await tx
    .selectFrom('auditChain')
    .select(['lastSeq', 'lastHash'])
    .where('chainMerchantId', '=', chain)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { seq: head.lastSeq, hash: head.lastHash }
}

export interface ChainedNote {
  readonly chain: number
  readonly note: AuditNote
}

/**
 * Appends entries at the end of a transaction, so that the chain head is locked as briefly as possible. Several chains
 * are taken in ascending order, which is what keeps two writers from waiting for each other.
 */
export async function appendAudit(
  tx: Tx,
  key: Buffer,
  actor: AuditActor,
  notes: readonly ChainedNote[],
  now: Date,
): Promise<void> {
  const chains = [...new Set(notes.map((note) => note.chain))].sort((a, b) => a - b)
  // Keys of people before heads of chains: whoever erases somebody takes them in that order too.
  const seals = new Map<AuditNote, SubjectSeal>()
  for (const { note } of notes)
    if (note.subject) seals.set(note, await subjectSeal(tx, key, note.subject, now))
  for (const chain of chains) {
    let head = await lockHead(tx, chain, key)
    const rows: AuditRow[] = []
    for (const { note } of notes.filter((chained) => chained.chain === chain)) {
      const row = entryAfter(head, chain, actor, note, now, seals.get(note))
      rows.push(row)
      head = { seq: row.seq, hash: row.hash }
    }
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await tx
        .insertInto('auditEntry')
        .values(rows.slice(start, start + rowsPerInsert))
        .execute()
    }
    await tx
      .updateTable('auditChain')
      .set({ lastSeq: head.seq, lastHash: head.hash, seal: sealOf(key, chain, head.seq, head.hash) })
      .where('chainMerchantId', '=', chain)
      .execute()
  }
}

/** A statement holds 65,535 values at most, and an entry has two dozen. */
const rowsPerInsert = 200

type AuditRow = ReturnType<typeof entryAfter>

function entryAfter(
  head: ChainHead,
  chain: number,
  actor: AuditActor,
  note: AuditNote,
  now: Date,
  seal: SubjectSeal | undefined,
) {
  const plainBefore = withoutSecrets(note.before ?? null)
  const plainAfter = withoutSecrets(note.after ?? null)
  const diff = withoutSecrets(diffRecords(plainBefore ?? {}, plainAfter ?? {}))
  const before = seal ? seal.record(plainBefore) : plainBefore
  const after = seal ? seal.record(plainAfter) : plainAfter
  const entry: HashedEntry = {
    chainMerchantId: chain,
    seq: head.seq + 1,
    merchantId: note.merchantId,
    at: now.toISOString(),
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    ip: actor.ip,
    userAgent: actor.userAgent,
    sessionRef: actor.sessionRef,
    operationId: actor.operationId,
    entityType: note.entityType,
    entityId: note.entityId,
    entityLabel: note.entityLabel,
    changeType: note.changeType ?? null,
    action: note.action,
    before,
    after,
    diff: seal ? seal.diff(diff) : diff,
    note: seal && note.note && !note.subject?.hasOpenNote ? seal.text(note.note) : (note.note ?? null),
    result: note.result ?? 'OK',
    errorCode: note.errorCode ?? null,
    prevHash: head.hash,
  }
  return {
    ...entry,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    diff: JSON.stringify(entry.diff),
    hash: entryHash(entry),
  }
}
