import type { Tx } from '../../kit/database.ts'
import { clearCeremony, lockCeremony, putCeremony, type CeremonyPlace } from './ceremony-store.ts'
import type { IdentityDeps } from './deps.ts'

/** A secret that was handed out and a question that was asked, each waiting for its answer. */
export type Ceremony =
  | { readonly kind: 'authenticator'; readonly secret: string }
  | { readonly kind: 'register-key'; readonly challenge: string }
  | { readonly kind: 'assert-key'; readonly challenge: string }

export const ceremonyPurpose = 'identity ceremony'
const lifetimeMs = 10 * 60_000

export const sessionOwner = (id: string): string => `session:${id}`
export const attemptOwner = (tokenHash: string): string => `attempt:${tokenHash}`

const ownerOf = (place: CeremonyPlace) =>
  place.kind === 'session' ? sessionOwner(place.id) : attemptOwner(place.tokenHash)

/** A new ceremony takes the place of one that was not finished. */
export async function beginCeremony(
  deps: IdentityDeps,
  tx: Tx,
  place: CeremonyPlace,
  ceremony: Ceremony,
): Promise<void> {
  const endsAt = deps.now().getTime() + lifetimeMs
  await putCeremony(
    tx,
    place,
    deps.secrets.seal(ceremonyPurpose, ownerOf(place), JSON.stringify({ ceremony, endsAt })),
  )
}

/** The ceremony of this kind that waits for its answer. It stays locked until the transaction ends. */
export async function pendingCeremony<K extends Ceremony['kind']>(
  deps: IdentityDeps,
  tx: Tx,
  place: CeremonyPlace,
  kind: K,
): Promise<Extract<Ceremony, { kind: K }> | null> {
  const sealed = await lockCeremony(tx, place)
  if (sealed === null) return null
  const text = deps.secrets.open(ceremonyPurpose, ownerOf(place), sealed)
  const { ceremony, endsAt } = JSON.parse(text) as { ceremony: Ceremony; endsAt: number }
  if (ceremony.kind !== kind || endsAt <= deps.now().getTime()) return null
  return ceremony as Extract<Ceremony, { kind: K }>
}

export { clearCeremony as endCeremony }
