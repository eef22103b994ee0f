/** As Standard Webhooks writes secrets: the prefix, and the base64 of the bytes that are the key. */
const prefix = 'whsec_'
const keyBytes = 24

export const newWebhookSecret = (random: (bytes: number) => Buffer): string =>
  `${prefix}${random(keyBytes).toString('base64')}`

/** What a message is signed with: the bytes, not the text they are written as. */
export function webhookKeyOf(secret: string): Buffer {
  if (!secret.startsWith(prefix)) throw new Error('A webhook secret without its prefix')
  return Buffer.from(secret.slice(prefix.length), 'base64')
}
