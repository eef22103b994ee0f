import { Refusal } from '@signalbox/model/text/refusal'

const maxDepth = 32

/** Depth of brackets outside of texts; a linear scan, so a hostile body costs no more than its length. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inText) {
      if (c === 92) i++
      else if (c === 34) inText = false
    } else if (c === 34) inText = true
    else if (c === 91 || c === 123) {
      if (++depth > maxDepth) return true
    } else if (c === 93 || c === 125) depth--
  }
  return false
}

const poisoned = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads a JSON body. What PostgreSQL cannot store (NUL, broken surrogates) is refused here, before anything is written. */
export function parseJsonBody(text: string): unknown {
  if (isTooDeep(text)) throw new Refusal('MALFORMED_JSON', { message: 'The body is nested too deeply.' })
  let unstorable = false
  let value: unknown
  try {
    value = JSON.parse(text, (key, inner: unknown) => {
      if (poisoned.has(key)) throw new Refusal('BAD_REQUEST', { message: `The name ${key} is not allowed.` })
      if (typeof inner === 'string' && !isStorable(inner)) unstorable = true
      return inner
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('MALFORMED_JSON')
  }
  if (unstorable)
    throw new Refusal('BAD_REQUEST', { message: 'The body contains characters that cannot be stored.' })
  return value
}

/** What PostgreSQL takes as a text. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && isWellFormed(text)

function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
}
