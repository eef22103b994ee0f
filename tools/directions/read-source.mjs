// @ts-check
import { parseSync, visitorKeys } from 'oxc-parser'

/**
 * What a source file reaches for. `uses` names what the rules speak of: `fetch`, `process.env`, `new Date`,
 * `Math.random`, a called method as `.selectFrom`.
 * @typedef {{ line: number, specifier: string, names: string[], typeOnly: boolean }} Import
 * @typedef {{ line: number, what: string }} Use
 * @typedef {{ path: string, imports: Import[], uses: Use[] }} Source
 */

/**
 * @param {string} path
 * @param {string} text
 * @returns {Source}
 */
export function readSource(path, text) {
  const { program, module, errors } = parseSync(path, text)
  const problem = errors[0]
  if (problem) throw new Error(`${path}: ${problem.message}`)
  const lineOf = lineFinder(text)
  /** @type {Import[]} */
  const imports = []
  for (const { moduleRequest, entries, start } of module.staticImports) {
    imports.push({
      line: lineOf(start),
      specifier: moduleRequest.value,
      names: entries
        .filter((entry) => !entry.isType)
        .map(({ importName }) => importName.name ?? unnamed(importName.kind)),
      typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    })
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName, start, isType } of entries) {
      if (!moduleRequest) continue
      const names = [importName.name ?? '*']
      imports.push({ line: lineOf(start), specifier: moduleRequest.value, names, typeOnly: isType })
    }
  }
  /** @type {Use[]} */
  const uses = []
  walk(program, (node, place) => {
    if (node.type === 'ImportExpression' && node.source.type === 'Literal') {
      imports.push({
        line: lineOf(node.start),
        specifier: String(node.source.value),
        names: ['*'],
        typeOnly: false,
      })
    }
    const what = useOf(node, place)
    if (what) uses.push({ line: lineOf(node.start), what })
  })
  return { path, imports, uses }
}

/**
 * How an import without a name of its own is written down.
 * @param {string} kind
 */
const unnamed = (kind) => (kind === 'NamespaceObject' ? '*' : 'default')

/** @typedef {any} Node The syntax tree is walked generically; its exact types would add nothing here. */
/** @typedef {{ parent: Node, key: string }} Place Of whom a node is what. */

/** What everybody can reach without an import, and what opens connections: handing it on is as good as calling it. */
const connecting = ['fetch', 'WebSocket', 'EventSource']
const globals = ['window', 'globalThis', 'self']

/**
 * @param {Node} node
 * @param {Place | undefined} place
 * @returns {string | undefined}
 */
function useOf(node, place) {
  switch (node.type) {
    case 'Identifier':
      return connecting.includes(node.name) && !isOnlyAName(place) ? node.name : undefined
    case 'MemberExpression':
      return memberUse(node)
    case 'NewExpression':
      return node.callee.type === 'Identifier' && node.arguments.length === 0
        ? `new ${node.callee.name}`
        : undefined
    case 'CallExpression':
      return calledName(node.callee)
    default:
      return undefined
  }
}

/**
 * @param {Node} node
 * @returns {string | undefined}
 */
function memberUse(node) {
  if (node.object.type !== 'Identifier') return undefined
  const name = nameOf(node)
  if (name === 'env' && node.object.name === 'process') return 'process.env'
  return name && connecting.includes(name) && globals.includes(node.object.name) ? name : undefined
}

/**
 * Whether the word is the name of a member, a label or a type, and not what everybody can reach.
 * @param {Place | undefined} place
 */
function isOnlyAName(place) {
  if (!place) return false
  const { parent, key } = place
  if ((key === 'property' || key === 'key') && !parent.computed) return true
  return parent.type.startsWith('TS') && key !== 'expression'
}

/**
 * `Date.now`; any other method as `.method`. What opens connections is found where it stands, called or not.
 * @param {Node} callee
 * @returns {string | undefined}
 */
function calledName(callee) {
  if (callee.type === 'Identifier') return connecting.includes(callee.name) ? undefined : callee.name
  const method = nameOf(callee)
  if (!method) return undefined
  if (callee.object.type !== 'Identifier') return `.${method}`
  const owner = callee.object.name
  if (globals.includes(owner)) return connecting.includes(method) ? undefined : method
  if (owner === 'crypto') return method
  return ['Date', 'Math'].includes(owner) ? `${owner}.${method}` : `.${method}`
}

/**
 * @param {Node} node
 * @returns {string | undefined}
 */
function nameOf(node) {
  if (node.type !== 'MemberExpression') return undefined
  if (!node.computed) return node.property.name
  return node.property.type === 'Literal' ? String(node.property.value) : undefined
}

/**
 * @param {Node} node
 * @param {(node: Node, place: Place | undefined) => void} visit
 * @param {Place} [place]
 */
function walk(node, visit, place) {
  visit(node, place)
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key]
    for (const each of Array.isArray(child) ? child : [child])
      if (each) walk(each, visit, { parent: node, key })
  }
}

/** @param {string} text */
function lineFinder(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (/** @type {number} */ offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (/** @type {number} */ (starts[middle]) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
