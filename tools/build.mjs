// @ts-check
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from './compress-files.mjs'
import { contentHash, root, sourceFiles } from './repository.mjs'

/** Each becomes a file of its own in apps/server/dist, named after its source. */
const serverEntries = [
  'apps/server/src/main.ts',
  'apps/server/src/admin.ts',
  'apps/sandbox/src/seed.ts',
  'apps/sandbox/src/sandbox-main.ts',
  'apps/sandbox/src/demo/demo.ts',
  'apps/server/src/setup/ruleset/ruleset-worker/ruleset-worker-main.ts',
]

/** What decides how anything is built, besides the sources themselves. */
const everywhere = [
  'packages',
  'package-lock.json',
  'tsconfig.base.json',
  'tools/build.mjs',
  'tools/compress-files.mjs',
]

const rooms = {
  // The guide is part of the console.
  web: { sources: ['apps/web', 'docs/guide'], dist: 'apps/web/dist', build: buildWeb },
  server: {
    sources: ['apps/server/src', 'apps/server/package.json', 'apps/sandbox'],
    dist: 'apps/server/dist',
    build: buildServer,
  },
}

/** Builds the rooms whose sources changed since they were last built. */
export async function build() {
  for (const [name, room] of Object.entries(rooms)) {
    const hash = contentHash(
      sourceFiles([...room.sources, ...everywhere], (path) => !/\.test\.tsx?$/.test(path)),
    )
    const stamp = join(root, room.dist, '.sources')
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue
    console.log(`Building ${name} …`)
    rmSync(join(root, room.dist), { recursive: true, force: true })
    await room.build()
    // Written last: a build that was cut short has no stamp and is done again.
    writeFileSync(stamp, hash)
  }
}

async function buildWeb() {
  const vite = await import('vite')
  const { NODE_ENV } = process.env
  try {
    await vite.build({ root: join(root, 'apps/web'), logLevel: 'warn' })
    await compressFiles(join(root, 'apps/web/dist/assets'))
  } finally {
    // Vite makes this process a production one and leaves it so; the tests begun after it would inherit that.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

async function buildServer() {
  const { rolldown } = await import('rolldown')
  for (const { input, output } of [
    { input: serverInput(), output: serverOutput },
    { input: cashierInput, output: cashierOutput },
  ]) {
    const bundle = await rolldown(input)
    await bundle.write(output)
    await bundle.close()
  }
}

/** What runs in the browsers of those who pay in the demo shop: one file with everything in it. */
export const cashierInput = {
  cwd: root,
  input: join(root, 'apps/sandbox/src/cashier/browser/cashier.ts'),
  platform: /** @type {const} */ ('browser'),
  tsconfig: join(root, 'apps/sandbox/src/cashier/browser/tsconfig.json'),
}

export const cashierOutput = {
  file: join(root, 'apps/server/dist/cashier.js'),
  format: /** @type {const} */ ('esm'),
  minify: true,
}

/** Our own packages go into the bundle; everything from npm stays where npm put it. */
export function serverInput() {
  const present = serverEntries.filter((entry) => existsSync(join(root, entry)))
  return {
    cwd: root,
    input: Object.fromEntries(present.map((entry) => [basename(entry, '.ts'), join(root, entry)])),
    platform: /** @type {const} */ ('node'),
    tsconfig: join(root, 'apps/server/tsconfig.json'),
    /** @param {string} id */
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@signalbox/'),
  }
}

export const serverOutput = {
  dir: join(root, 'apps/server/dist'),
  format: /** @type {const} */ ('esm'),
  sourcemap: true,
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
