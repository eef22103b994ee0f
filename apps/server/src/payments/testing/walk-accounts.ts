import { passesLuhn } from '@signalbox/model/reference/account-number'

/** Every walker pays with a card of its own. */
export function cardNumber(no: number): string {
  const body = `411111${String(no).padStart(9, '0')}`
  for (let digit = 0; digit < 10; digit++) if (passesLuhn(`${body}${digit}`)) return `${body}${digit}`
  throw new Error('No card has such a number')
}

/** And is paid out to an account of its own. */
export function ibanOf(no: number): string {
  const account = `37040044${String(no).padStart(10, '0')}`
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}
