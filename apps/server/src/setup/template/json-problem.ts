export interface JsonProblem {
  position: number
  message: string
}

/** Of the control characters, only those above the ASCII ones may stand in a string as they are. */
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const blank = /[ \t\n\r]*/y

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or }' | ', or ]' | 'end'

/**
 * Where and why a text is not JSON, or null when it is. `JSON.parse` does not say where in every case, nor in the same
 * words on every version.
 */
export function findJsonProblem(text: string): JsonProblem | null {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const afterValue = (): Expected => {
    const inside = open.at(-1)
    return inside === undefined ? 'end' : inside === '{' ? ', or }' : ', or ]'
  }
  for (;;) {
    take(blank)
    const char = text[at]
    if (expected === 'end')
      return char === undefined ? null : { position: at, message: 'nothing more was expected' }
    if (
      (char === ']' && (expected === 'value or ]' || expected === ', or ]')) ||
      (char === '}' && (expected === 'name or }' || expected === ', or }'))
    ) {
      open.pop()
      at++
      expected = afterValue()
    } else if (expected === 'value' || expected === 'value or ]') {
      if (char === '{' || char === '[') {
        open.push(char)
        at++
        expected = char === '{' ? 'name or }' : 'value or ]'
      } else if (take(string) || take(number) || take(word)) expected = afterValue()
      else return missing(at, expected)
    } else if (expected === 'name' || expected === 'name or }') {
      if (!take(string)) return missing(at, expected)
      expected = ':'
    } else if (char === expected[0]) {
      at++
      expected = expected === ':' ? 'value' : open.at(-1) === '{' ? 'name' : 'value'
    } else {
      return missing(at, expected)
    }
  }
}

const missing = (position: number, expected: Expected): JsonProblem => ({
  position,
  message: `a ${expected} was expected`,
})
