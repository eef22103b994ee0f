import type { Database, Tx } from '../../kit/database.ts'
import { defaultHash } from './default-logos.ts'
import { countingLogos, type CountingLogo } from './store.ts'

export { serveLogos } from './serve-logos.ts'

/** Below the address of the platform. The address changes with the picture, so it may be kept for ever. */
export const logoPath = (product: string, hash: string): string => `/${product}/logo/${hash}.png`

const isOf = (logo: CountingLogo, method: string, service: string | null): boolean =>
  logo.method === method && logo.service === service

/** The logo of a service is its own, or that of its method; what nobody uploaded is drawn by us. */
export const logoAmong = (
  logos: readonly CountingLogo[],
  method: string,
  service: string | null,
): CountingLogo | undefined =>
  logos.find((logo) => isOf(logo, method, service)) ?? logos.find((logo) => isOf(logo, method, null))

/** Gives the hash of the picture a cashier shows for a method or for one service of it. */
export async function logoHashes(
  db: Database | Tx,
  merchantId: number,
): Promise<(method: string, service: string | null) => string> {
  const logos = await countingLogos(db, merchantId)
  return (method, service) => logoAmong(logos, method, service)?.hash ?? defaultHash(method)
}
