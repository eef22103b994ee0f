// @ts-check
import { posix } from 'node:path'
import { floors, inTests, isTest, reserved, rooms, smallZod, strangers } from './rules.mjs'

/** @typedef {import('./read-source.mjs').Source} Source */
/** @typedef {import('./read-source.mjs').Import} Import */
/** @typedef {{ path: string, line: number, message: string }} Finding */

/**
 * @param {readonly Source[]} sources
 * @returns {Finding[]}
 */
export function findWrongDirections(sources) {
  const paths = sources.map(({ path }) => path)
  return sources.flatMap((source) => {
    /** @type {Finding[]} */
    const findings = []
    const report = (/** @type {number} */ line, /** @type {string} */ message) =>
      findings.push({ path: source.path, line, message })
    for (const wanted of source.imports) {
      const target = wanted.specifier.startsWith('.')
        ? posix.join(posix.dirname(source.path), wanted.specifier)
        : undefined
      const complaint = target ? aboutFile(source.path, target, paths) : aboutPackage(source.path, wanted)
      if (complaint) report(wanted.line, complaint)
    }
    if (isTest.test(source.path)) {
      for (const { line, what } of source.uses)
        if (inTests.uses.includes(what)) report(line, `${readable(what)}: ${inTests.message}`)
      return findings
    }
    for (const rule of reserved) {
      if (!rule.files.test(source.path) || rule.except?.test(source.path)) continue
      for (const { line, what } of source.uses) {
        if (rule.uses?.includes(what)) report(line, `${readable(what)}: ${rule.message}`)
      }
      for (const { line, specifier, names, typeOnly } of source.imports) {
        const wanted = [specifier, packageName(specifier), ...names.map((name) => `${specifier}#${name}`)]
        if (!typeOnly && wanted.some((each) => rule.imports?.includes(each)))
          report(line, `${specifier}: ${rule.message}`)
      }
    }
    return findings
  })
}

/**
 * @param {string} from
 * @param {string} to
 * @param {readonly string[]} paths
 * @returns {string | undefined}
 */
function aboutFile(from, to, paths) {
  const room = roomOf(from)
  if (room && !to.startsWith(`${room}/`)) return `${to} is outside this room; import the package instead`
  if (isTest.test(from)) return undefined
  return aboutFloors(from, to) ?? aboutStrangers(from, to, paths)
}

/**
 * @param {string} from
 * @param {string} to
 */
function aboutFloors(from, to) {
  for (const [base, plan] of Object.entries(floors)) {
    if (!from.startsWith(`${base}/`) || !to.startsWith(`${base}/`)) continue
    const inside = to.slice(base.length + 1)
    if (plan.base.includes(inside)) return undefined
    const fromFloor = floorOf(from.slice(base.length + 1), plan.floors)
    const toFloor = floorOf(inside, plan.floors)
    if (toFloor < fromFloor) {
      const floor = plan.floors[fromFloor]?.join('/')
      return `${floor} must not import ${plan.floors[toFloor]?.join('/') ?? inside}, which builds on it`
    }
  }
  return undefined
}

/**
 * @param {string} path
 * @param {readonly string[][]} plan
 * @returns {number} -1 for files above all floors
 */
function floorOf(path, plan) {
  const [folder = ''] = path.split('/')
  return plan.findIndex((floor) => path.includes('/') && floor.includes(folder))
}

/**
 * @param {string} from
 * @param {string} to
 * @param {readonly string[]} paths
 */
function aboutStrangers(from, to, paths) {
  for (const { folders, units, unitFile, door, commands, message } of strangers) {
    const [fromUnit, toUnit] = [from, to].map((path) => {
      const folder = folders.find((each) => path.startsWith(`${each}/`))
      const unit = folder && unitOf(path, folder, unitFile, paths)
      const name = unit?.slice((folder?.length ?? 0) + 1)
      return unit && name && folder && (units?.includes(name) ?? true) ? { folder, unit, name } : undefined
    })
    if (!fromUnit || !toUnit || fromUnit.unit === toUnit.unit || door?.test(to)) continue
    if (commands?.[to.slice(toUnit.folder.length + 1)]?.includes(fromUnit.name)) continue
    return `${message}: ${toUnit.name}`
  }
  return undefined
}

/**
 * The folder a file belongs to: the nearest one that holds a unit file, else the one right below `folder`.
 * Files directly in `folder` belong to no unit and may tie them together.
 * @param {string} path
 * @param {string} folder
 * @param {RegExp | undefined} unitFile
 * @param {readonly string[]} paths
 */
function unitOf(path, folder, unitFile, paths) {
  const dir = posix.dirname(path)
  if (!path.startsWith(`${folder}/`) || dir === folder) return undefined
  if (!unitFile) return `${folder}/${path.slice(folder.length + 1).split('/')[0]}`
  for (let at = dir; at !== folder; at = posix.dirname(at)) {
    if (paths.some((each) => posix.dirname(each) === at && unitFile.test(each))) return at
  }
  return undefined
}

/**
 * @param {string} from
 * @param {Import} wanted
 * @returns {string | undefined}
 */
function aboutPackage(from, { specifier, names, typeOnly }) {
  const room = rooms[roomOf(from) ?? '']
  if (!room) return undefined
  const name = packageName(specifier)
  if (name.startsWith('@signalbox/')) {
    const allowed = [...room.mayImport, ...((isTest.test(from) && room.testsMayImport) || [])]
    return allowed.includes(name) ? undefined : `${room.name} must not import ${name}`
  }
  if (name === 'zod' && smallZod.files.test(from) && !typeOnly && names.some((each) => each !== '*'))
    return smallZod.message
  const allowed = room.packages && !isTest.test(from) ? [...room.packages] : undefined
  if (allowed && !allowed.includes(name)) return `${room.name} is pure: it must not import ${specifier}`
  return undefined
}

/** @param {string} path */
const roomOf = (path) => Object.keys(rooms).find((room) => path.startsWith(`${room}/`))

/** @param {string} specifier */
const packageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** @param {string} what */
const readable = (what) => (what.startsWith('.') ? `${what.slice(1)}()` : what)
