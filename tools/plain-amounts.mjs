// @ts-check
import { parseSync, visitorKeys } from 'oxc-parser'

/**
 * Finds amounts of money that are plain numbers. A number is a float: it cannot hold a cent exactly, nor a large amount
 * at all, so amounts are `Money`, `bigint` minor units or decimal texts.
 *
 * Where money is calculated, a number has to say by its name that it counts something else. Everywhere else, a number
 * must not be called an amount.
 */

const moneyRoom = /^packages\/model\/src\/money\/(?!testing\/).*(?<!\.test)\.ts$/
const countsSomethingElse = /(?:^p|P)pm$|(?:^h|H)ours$|Ms$|Count$|^exponent$/
const isAmount = /(?:^a|A)mount$|(?:^m|M)inor$|(?:^b|B)alance$|(?:^f|F)ee$/
/** Only a text that names an amount somewhere can hold a finding: parsing the others takes most of the time. */
const namesAnAmount = /(?:\ba|A)mount\b|(?:\bm|M)inor\b|(?:\bb|B)alance\b|(?:\bf|F)ee\b/
const holdsAPlainNumber = /\bnumber\b|=\s*[.\d]/

/** @typedef {any} Node The syntax tree is walked generically; its exact types would add nothing here. */
/** @typedef {{ path: string, line: number, name: string }} Finding */

/**
 * @param {string} path
 * @param {string} text
 * @returns {Finding[]}
 */
export function findPlainAmounts(path, text) {
  const inMoneyRoom = moneyRoom.test(path)
  if (!holdsAPlainNumber.test(text) || !(inMoneyRoom || namesAnAmount.test(text))) return []
  /** @type {Finding[]} */
  const findings = []
  const lineOf = (/** @type {number} */ offset) => text.slice(0, offset).split('\n').length
  walk(parseSync(path, text).program, 'something without a name', (node, name) => {
    if (!isPlainNumber(node)) return
    if (inMoneyRoom ? !countsSomethingElse.test(name) : isAmount.test(name))
      findings.push({ path, line: lineOf(node.start), name })
  })
  return findings
}

/**
 * The type `number`, or a parameter whose default makes it one.
 * @param {Node} node
 */
const isPlainNumber = (node) =>
  node.type === 'TSNumberKeyword' ||
  (node.type === 'AssignmentPattern' &&
    node.left.type === 'Identifier' &&
    node.right.type === 'Literal' &&
    typeof node.right.value === 'number')

/**
 * What a type belongs to: a variable, a parameter, a member, a function for what it returns, or the type's own name.
 * @param {Node} node
 * @returns {string | undefined}
 */
function nameOf(node) {
  switch (node.type) {
    case 'Identifier':
      return node.typeAnnotation ? node.name : undefined
    case 'AssignmentPattern':
      return node.left.name
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'TSTypeAliasDeclaration':
      return node.id?.name
    case 'TSPropertySignature':
    case 'TSMethodSignature':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return node.key.name
    default:
      return undefined
  }
}

/**
 * @param {Node} node
 * @param {string} owner
 * @param {(node: Node, owner: string) => void} visit
 */
function walk(node, owner, visit) {
  // The number in `Modes[number]` is an index into a list of names.
  if (node.type === 'TSIndexedAccessType' && node.indexType.type === 'TSNumberKeyword') return
  const name = nameOf(node) ?? owner
  visit(node, name)
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key]
    for (const each of Array.isArray(child) ? child : [child]) if (each) walk(each, name, visit)
  }
}
