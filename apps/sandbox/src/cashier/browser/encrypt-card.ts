/** What was typed of a card, by the places of the inputs. */
export type TypedCard = Readonly<Record<string, string | undefined>>

/** `12/30`, `12 / 2030` and `1230` are `2030-12`; anything else stays, and is refused by the rule of the input. */
export function plainExpiry(text: string): string {
  const match = /^(0[1-9]|1[0-2])\s*[/ -]?\s*(?:20)?(\d\d)$/.exec(text.trim())
  return match ? `20${match[2]}-${match[1]}` : text.trim()
}

const plainNumber = (text: string): string => text.replaceAll(/[ -]/g, '')

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** A card as nobody but the platform can read it (RSA-OAEP with SHA-256), so that the shop never has it. */
export async function encryptCard(pem: string, card: TypedCard): Promise<string> {
  const spki = bytesOf(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''))
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  const cvv = card['card.cvv']?.trim()
  const holder = card['card.holder']?.trim()
  const clear = {
    pan: plainNumber(card['card.pan'] ?? ''),
    expiry: plainExpiry(card['card.expiry'] ?? ''),
    ...(cvv && { cvv }),
    ...(holder && { holder }),
  }
  const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(JSON.stringify(clear)))
  return btoa(String.fromCharCode(...new Uint8Array(sealed)))
}
