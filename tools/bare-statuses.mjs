// @ts-check
import { parseSync, visitorKeys } from 'oxc-parser'

/**
 * Finds status numbers of payments that are written as numbers. `status_no < 100` and `decline(payment, 505)` say nothing to
 * whoever does not know the catalogue by heart, and nobody finds them who looks for "lost card" or "successful". Numbers have
 * names in `StatusNo`, bands of numbers are `statusBands`, and SQL gets both from `kit/status-sql.ts`.
 *
 * Tests may say the number the specification says, but not where a band begins or ends.
 */

/** Where the names and the bands are. */
export const declared = [
  'packages/model/src/reference/status-no.ts',
  'packages/model/src/reference/status-codes.ts',
]

const isTest = /\.(?:test|spec)\.\w+$/
/** `statusNo`, `txStatusNo`, `statusCodeNo` of the wire, and where a payment came from and goes to. */
const isStatus = /status(?:Code)?No$|^(?:from|to|default|decline|before)No$|^heldFrom$/i
const column = String.raw`\b(?:status_no|from_no|to_no)\b(?:\s*::\s*\w+)?\s*`
const inSql = new RegExp(
  String.raw`${column}(?:<>|!=|[<>]=?|=|(?:not\s+)?in\b|(?:not\s+)?between\b)\s*(?:any\s*)?\(?\s*'?\{?\s*\d`,
  'gi',
)
const bandInSql = new RegExp(String.raw`${column}(?:[<>]=?(?!=)|(?:not\s+)?between\b)\s*\d`, 'gi')
/** A file that says none of these has no status, unless it calls one of those functions. */
const mentions = String.raw`status(?:_|Code)?_?No\b|\b(?:from|to|default|decline|before)_?No\b|\bheldFrom\b`
const comparing = new Set(['===', '!==', '<', '>', '<=', '>='])
const ordering = new Set(['<', '>', '<=', '>='])

/** @typedef {any} Node The syntax tree is walked generically; its exact types would add nothing here. */
/** @typedef {{ path: string, line: number, text: string }} Finding */
/** @typedef {{ path: string, text: string }} Source */
/** @typedef {Map<string, Set<number>>} Asked */

const shared = ['packages/model', 'packages/engine']
const roomOf = (/** @type {string} */ path) => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path

/**
 * @param {readonly Source[]} sources
 * @param {ReadonlySet<number>} telling numbers of the catalogue that are hardly ever anything else
 * @returns {Finding[]}
 */
export function findBareStatuses(sources, telling) {
  const mentioned = new RegExp(String.raw`${mentions}|\b(?:${[...telling].join('|')})\b`, 'i')
  // Reading a file as a tree costs more than everything else here, so only those are read that can have something.
  const about = sources.filter(({ text }) => mentioned.test(text)).map(readTree)
  const asked = askedByRoom(about)
  const callers = sources.filter(
    ({ path, text }) => !mentioned.test(text) && callsOneOf(askedIn(asked, path)).test(text),
  )
  return [...about, ...callers.map(readTree)].flatMap((file) =>
    findIn(file, askedIn(asked, file.path), telling),
  )
}

/** @param {Source} source */
const readTree = ({ path, text }) => ({ path, text, program: parseSync(path, text).program })

/**
 * Which argument of a function is a status, by the name of its parameter.
 * @param {readonly ReturnType<typeof readTree>[]} files
 */
function askedByRoom(files) {
  /** @type {Map<string, Asked>} */
  const byRoom = new Map()
  for (const { path, program } of files.filter((each) => !isTest.test(each.path))) {
    const asked = byRoom.get(roomOf(path)) ?? new Map()
    walk(program, (node) => noteParameters(node, asked))
    byRoom.set(roomOf(path), asked)
  }
  return byRoom
}

/**
 * What the packages offer is called everywhere; otherwise a name means something else in another room.
 * @param {ReadonlyMap<string, Asked>} byRoom
 * @param {string} path
 * @returns {Asked}
 */
const askedIn = (byRoom, path) =>
  new Map([...shared, roomOf(path)].flatMap((room) => [...(byRoom.get(room) ?? [])]))

/** @param {Asked} asked */
const callsOneOf = (asked) => new RegExp(String.raw`\b(?:${[...asked.keys()].join('|') || '\\b\\B'})\(`)

/**
 * @param {ReturnType<typeof readTree>} file
 * @param {Asked} asked
 * @param {ReadonlySet<number>} telling
 * @returns {Finding[]}
 */
function findIn({ path, text, program }, asked, telling) {
  /** @type {Map<number, Finding>} */
  const found = new Map()
  const add = (/** @type {number} */ start, /** @type {number} */ end) =>
    found.set(start, { path, line: text.slice(0, start).split('\n').length, text: text.slice(start, end) })
  const inTest = isTest.test(path)
  walk(program, (node) => {
    for (const bare of inTest ? bandsIn(node) : numbersIn(node, asked, telling)) add(bare.start, bare.end)
    for (const { index, length } of sqlIn(node, inTest ? bandInSql : inSql, text)) add(index, index + length)
  })
  return [...found].sort(([a], [b]) => a - b).map(([, finding]) => finding)
}

/**
 * @param {Node} node
 * @param {Asked} asked
 */
function noteParameters(node, asked) {
  const name = node.id?.name ?? (node.type === 'MethodDefinition' ? node.key.name : undefined)
  const made =
    node.type === 'VariableDeclarator' ? node.init : node.type === 'MethodDefinition' ? node.value : node
  if (!name || !/Function/.test(made?.type ?? '')) return
  made.params.forEach((/** @type {Node} */ param, /** @type {number} */ index) => {
    if (isStatus.test(nameOf(param) ?? '')) asked.set(name, new Set([...(asked.get(name) ?? []), index]))
  })
}

/**
 * @param {Node} node
 * @param {Asked} asked
 * @param {ReadonlySet<number>} telling
 * @returns {Node[]}
 */
function numbersIn(node, asked, telling) {
  switch (node.type) {
    case 'Literal':
      return telling.has(node.value) ? [node] : []
    case 'BinaryExpression':
      return comparing.has(node.operator) ? compared(node) : []
    case 'Property':
    case 'PropertyDefinition':
      return isStatus.test(nameOf(node.key) ?? '') && node.value ? literals(node.value) : []
    case 'VariableDeclarator':
      return isStatus.test(nameOf(node.id) ?? '') && node.init ? literals(node.init) : []
    case 'AssignmentPattern':
    case 'AssignmentExpression':
      return isStatus.test(nameOf(node.left) ?? '') ? literals(node.right) : []
    case 'LogicalExpression':
      return node.operator === '??' && isStatus.test(nameOf(node.left) ?? '') ? literals(node.right) : []
    case 'CallExpression':
      return [...given(node, asked), ...listed(node)]
    default:
      return []
  }
}

/** @param {Node} node @returns {Node[]} */
const bandsIn = (node) =>
  node.type === 'BinaryExpression' && ordering.has(node.operator) ? compared(node) : []

/** @param {Node} node @returns {Node[]} */
function compared({ left, right }) {
  if (isStatus.test(nameOf(left) ?? '')) return literals(right)
  return isStatus.test(nameOf(right) ?? '') ? literals(left) : []
}

/** What is handed to a function that asks for a status. @param {Node} node @param {Asked} asked */
const given = (node, asked) =>
  [...(asked.get(nameOf(node.callee) ?? '') ?? [])].flatMap((index) =>
    node.arguments[index] ? literals(node.arguments[index]) : [],
  )

/** `[351, 353].includes(statusNo)`. @param {Node} node @returns {Node[]} */
const listed = (node) =>
  nameOf(node.callee) === 'includes' && isStatus.test(nameOf(node.arguments[0]) ?? '')
    ? literals(node.callee.object)
    : []

/** The numbers an expression may come to. @param {Node} node @returns {Node[]} */
function literals(node) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' ? [node] : []
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(literals)
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(literals)
    case 'ArrayExpression':
      return node.elements.filter(Boolean).flatMap(literals)
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return literals(node.expression)
    default:
      return []
  }
}

/** @param {Node} node @returns {string | undefined} */
function nameOf(node) {
  switch (node?.type) {
    case 'Identifier':
    case 'PrivateIdentifier':
      return node.name
    case 'MemberExpression':
      return node.property.name
    case 'ChainExpression':
      return nameOf(node.expression)
    case 'AssignmentPattern':
      return nameOf(node.left)
    default:
      return undefined
  }
}

/**
 * @param {Node} node
 * @param {RegExp} pattern
 * @param {string} text
 */
const sqlIn = (node, pattern, text) =>
  node.type === 'TemplateElement' || (node.type === 'Literal' && typeof node.value === 'string')
    ? [...text.slice(node.start, node.end).matchAll(pattern)].map((match) => ({
        index: node.start + match.index,
        length: match[0].length,
      }))
    : []

/**
 * @param {Node} node
 * @param {(node: Node) => void} visit
 */
function walk(node, visit) {
  visit(node)
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key]
    for (const each of Array.isArray(child) ? child : [child]) if (each) walk(each, visit)
  }
}
