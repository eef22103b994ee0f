import { loadEngine } from './engine/load-engine.mjs'
import { sampleRows } from './engine/sample-rules.mjs'
import { milliseconds } from './engine/timing.mjs'
import { versionOf } from './engine/our-rules.mjs'
import { row } from './lib/row.mjs'

const sizes = [10, 1_000, 10_000]
/** What a table of 10,000 rows and 12 columns may take. */
const budgetMs = 500

/** Static checks of a whole table, from rows nobody looked at before: everything is made anew. */
export async function run() {
  const engine = await loadEngine()
  const context = {
    vocabulary: engine.platformVocabulary,
    nowMs: Date.parse('2026-06-01T00:00:00Z'),
    catalogues: {},
    problems: [],
  }
  const times = sizes.map((size) => {
    const { rules, ...version } = versionOf(engine.generalBlock, sampleRows(size))
    const content = {
      ...version,
      note: '',
      rules: rules.map((rule) => ({ ...rule, outputs: { action: 'DECLINE' } })),
    }
    return milliseconds(
      () => engine.analyseRuleset(engine.generalBlock, structuredClone(content), context),
      5,
    )
  })
  const [, thousand = 1, tenThousand = 1] = times
  return [
    {
      name: 'static checks of a table',
      rows: [
        ...sizes.map((size, i) =>
          row(`${size.toLocaleString('en')} rows`, 'ms', times[i], 'budget', budgetMs),
        ),
        row('growth from 1,000 to 10,000 rows', '×', tenThousand / thousand, 'rows', 10),
      ],
    },
  ]
}
