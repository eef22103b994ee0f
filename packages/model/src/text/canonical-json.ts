/** Deeper values are a mistake or an attack; without a limit a cycle would run until the stack ends. */
const maxDepth = 500

/**
 * The one text a value has, whatever the order its keys were written in, so that equal values have equal hashes. What
 * JSON would silently change or drop is refused instead, because a hash over it would vouch for something else. Two
 * exceptions: absent and `undefined` members are the same, and a bigint is written as a string, the way it travels.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  if (depth > maxDepth) throw new TypeError(`Value is nested deeper than ${maxDepth} levels`)
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value)
    case 'bigint':
      return `"${value}"`
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`)
      return JSON.stringify(value)
    case 'object':
      return value === null ? 'null' : writeObject(value, depth)
    case 'undefined':
    case 'function':
    case 'symbol':
      throw new TypeError(`A value of type ${typeof value} has no JSON form`)
  }
}

/** Whole audit chains pass through here, so it builds one text and no lists on the way. */
function writeObject(value: object, depth: number): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString())
  if (Array.isArray(value)) return writeList(value, depth)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`A ${value.constructor.name} has no JSON form`)
  }
  let text = '{'
  for (const key of inOrder(Object.keys(value))) {
    const member = (value as Record<string, unknown>)[key]
    if (member === undefined) continue
    if (text.length > 1) text += ','
    text += keyText(key) + write(member, depth + 1)
  }
  return `${text}}`
}

/** Most objects are written the same way every time, and some in order already. */
function inOrder(keys: string[]): string[] {
  for (let index = 1; index < keys.length; index++)
    if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort()
  return keys
}

/** The same few names come again and again. Beyond that they are somebody's data, which is not kept. */
const keyTexts = new Map<string, string>()
const maxKeyTexts = 2_000

function keyText(key: string): string {
  const known = keyTexts.get(key)
  if (known !== undefined) return known
  const text = `${JSON.stringify(key)}:`
  if (keyTexts.size < maxKeyTexts) keyTexts.set(key, text)
  return text
}

function writeList(list: readonly unknown[], depth: number): string {
  let text = '['
  // By number, because a hole is no member and would be passed over.
  for (let index = 0; index < list.length; index++) {
    if (index > 0) text += ','
    text += write(list[index], depth + 1)
  }
  return `${text}]`
}
