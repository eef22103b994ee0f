import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { guidePlugin } from './apps/web/guide-plugin.ts'
import { notInTurn, testFile } from './tools/tests-in-turns.mjs'

const seeded = 'tools/property-seed.mjs'

/** A test that hangs is told soon; only what `npm run test:full` adds may take longer. */
const testTimeout = process.env.TEST_FULL ? 120_000 : 30_000

/** The long files of the server's tests: begun last, one of them would keep one core busy while the other waits. */
const longest = [
  'random-walk',
  'counters-model',
  'external-database',
  'bad-input',
  'every-table',
  'access-matrix',
  'repairs',
  'history.test',
]

const turn = process.env.TEST_FULL ? undefined : process.env.TEST_TURN
const notThisTime = notInTurn(turn).map(testFile)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((name) => moduleId.includes(name))
      return index === -1 ? longest.length : index
    }
    const sorted = await super.sort(files)
    return [...sorted].sort((a, b) => rank(a) - rank(b))
  }
}

/** Rooms of tests. `npx vitest run --project server` runs one of them, a path runs one file. */
export default defineConfig({
  test: {
    // Two cores are the smallest machine we promise to test on.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.mjs', 'chaos/**/*.test.ts'],
          // Nothing here keeps anything but what it worked out once, so files may share the modules they load.
          isolate: false,
          provide: { longRunShare: process.env.TEST_FULL ? 1 : 0.15 },
          testTimeout,
          setupFiles: [seeded],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['apps/{server,sandbox}/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...notThisTime],
          globalSetup: ['apps/server/src/database/test-cluster.ts'],
          pool: 'forks',
          // Loading the server costs a second; whatever a test keeps, it keeps in a database of its own.
          isolate: false,
          testTimeout,
          hookTimeout: 60_000,
          setupFiles: [seeded],
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          // `npm run test:production`: starts the built server several times.
          name: 'production',
          environment: 'node',
          include: ['apps/server/src/testing/production/*.journey.ts'],
          // Every start is one of the built server on a new database: minutes on a busy machine.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        plugins: [guidePlugin()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          isolate: false,
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...notThisTime],
          setupFiles: [seeded, 'apps/web/src/kit/testing/async-setup.ts'],
          testTimeout,
        },
      },
    ],
  },
})
