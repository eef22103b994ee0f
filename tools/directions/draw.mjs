// @ts-check
import { floors, rooms } from './rules.mjs'

const beginMark = '<!-- Drawn by `node tools/directions.mjs --draw` from tools/directions/rules.mjs. -->'
const endMark = '<!-- End of the drawing. -->'

const nodeId = (/** @type {string} */ path) => path.replaceAll(/[^a-z]/g, '_')

/**
 * The floors of a folder, from the top. A floor with floors of its own is drawn with them inside.
 * @param {string} folder
 * @param {string} indent
 * @returns {string[]}
 */
function drawFloors(folder, indent) {
  const plan = floors[folder]
  if (!plan) return []
  const boxes = plan.floors.flatMap((floor) => {
    const inner = floor.length === 1 ? drawFloors(`${folder}/${floor[0]}`, `${indent}  `) : []
    const id = nodeId(`${folder}/${floor[0]}`)
    return inner.length === 0
      ? [`${indent}${id}["${floor.join(', ')}"]`]
      : [`${indent}subgraph ${id}["${floor[0]}"]`, ...inner, `${indent}end`]
  })
  const arrows = plan.floors.map(([first]) => nodeId(`${folder}/${first}`)).join(' --> ')
  return [...boxes, `${indent}${arrows}`]
}

/** Who may import whom, as a Mermaid diagram. */
function drawRooms() {
  const boxes = Object.keys(rooms).flatMap((path) => {
    const inner = drawFloors(`${path}/src`, '    ')
    return inner.length === 0
      ? [`  ${nodeId(path)}["${path}"]`]
      : [`  subgraph ${nodeId(path)}["${path}"]`, ...inner, '  end']
  })
  const paths = new Map(Object.entries(rooms).map(([path, { name }]) => [name, path]))
  const arrows = Object.entries(rooms).flatMap(([path, { mayImport }]) =>
    mayImport.map((name) => `  ${nodeId(path)} --> ${nodeId(paths.get(name) ?? name)}`),
  )
  return ['```mermaid', 'flowchart TB', ...boxes, ...arrows, '```'].join('\n')
}

/**
 * A document with the drawing of today between its marks.
 * @param {string} text
 */
export function withDrawing(text) {
  const [begin, end] = [text.indexOf(beginMark), text.indexOf(endMark)]
  if (begin === -1 || end < begin) throw new Error('The document has no place for the drawing')
  return `${text.slice(0, begin + beginMark.length)}\n\n${drawRooms()}\n\n${text.slice(end)}`
}
