import { ZenEngine } from '@gorules/zen-engine'
import { LogicEngine } from 'json-logic-engine'
import { Engine as RulesEngine } from 'json-rules-engine'
import { asNumbers, columnKeys, plainCell } from './sample-rules.mjs'
import { versionOf } from './our-rules.mjs'

/**
 * Who is compared. `build` takes rows and says how to ask about a payment: `first` gives the number of the first row that
 * matches or -1, `all` the numbers of all of them in order. `prepare` makes of a payment what the contender wants to be
 * given; that is not measured.
 */

export const signalbox = (engine) => ({
  name: 'signalbox',
  prepare: (payment) => ({
    ...payment,
    amount: { minor: BigInt(payment.amount), currency: payment.currency },
  }),
  build: (rows) => {
    const [first, all] = ['FIRST', 'STRICTEST'].map((hitPolicy) => effectiveOf(engine, rows, hitPolicy))
    return {
      first: (facts) => engine.evaluate(first, facts, context).hits[0]?.row ?? -1,
      all: (facts) => engine.evaluate(all, facts, context).hits.map(({ row }) => row),
      traced: (facts) => engine.explain(first, facts, context),
    }
  },
})

const context = { step: 'D6', transactionId: '1' }

export function effectiveOf(engine, rows, hitPolicy = 'FIRST') {
  const table = { ...engine.generalBlock, hitPolicy }
  const compiled = engine.compileRuleset(table, versionOf(table, rows), engine.platformVocabulary)
  return engine.effectiveTable(table, [compiled.version.merchantId], [compiled])
}

const cellsOf = (row) => Object.entries(row).map(([key, cell]) => [key, plainCell(cell)])

/** As one expression its compiler overflows the stack at ten thousand rows; at a thousand it is the fastest form. */
const rowsPerExpression = 1_000

export const jsonLogic = {
  name: 'json-logic-engine, compiled',
  prepare: asNumbers,
  build: (rows) => {
    const engine = new LogicEngine()
    const conditions = rows.map((row) => ({ and: [true, ...cellsOf(row).map(logicOf)] }))
    const parts = []
    for (let from = 0; from < rows.length; from += rowsPerExpression) {
      const part = conditions.slice(from, from + rowsPerExpression)
      parts.push({
        first: engine.build({ if: [...part.flatMap((condition, i) => [condition, from + i]), -1] }),
        all: engine.build(part.map((condition, i) => ({ if: [condition, from + i, -1] }))),
      })
    }
    return {
      first: (payment) => {
        for (const part of parts) {
          const row = part.first(payment)
          if (row >= 0) return row
        }
        return -1
      },
      all: (payment) => parts.flatMap((part) => part.all(payment)).filter((row) => row >= 0),
    }
  },
}

function logicOf([key, { values, negated, ranges }]) {
  const fact = { var: key }
  if (ranges) {
    const tests = ranges.map(([from, to]) => ({ and: [{ '>=': [fact, from] }, { '<': [fact, to] }] }))
    return tests.length === 1 ? tests[0] : { or: tests }
  }
  const test = values.length === 1 ? { '===': [fact, values[0]] } : { in: [fact, values] }
  return negated ? { '!': test } : test
}

export const zen = {
  name: '@gorules/zen-engine',
  prepare: asNumbers,
  build: (rows) => {
    const engine = new ZenEngine()
    const [first, all] = ['first', 'collect'].map((hitPolicy) =>
      engine.createDecision(zenDocument(rows, hitPolicy)),
    )
    return {
      first: async (payment) => (await first.evaluate(payment)).result?.row ?? -1,
      all: async (payment) => (await all.evaluate(payment)).result.map(({ row }) => row),
      traced: (payment) => first.evaluate(payment, { trace: true }),
    }
  },
}

function zenDocument(rows, hitPolicy) {
  const table = {
    hitPolicy,
    inputs: columnKeys.map((key) => ({ id: key, name: key, type: 'expression', field: key })),
    outputs: [{ id: 'row', name: 'row', type: 'expression', field: 'row' }],
    rules: rows.map((row, i) => ({
      _id: String(i),
      ...Object.fromEntries(columnKeys.map((key) => [key, ''])),
      ...Object.fromEntries(cellsOf(row).map(([key, cell]) => [key, zenCell(cell)])),
      row: String(i),
    })),
  }
  return {
    nodes: [
      { id: 'in', name: 'in', type: 'inputNode', position: { x: 0, y: 0 } },
      { id: 'table', name: 'table', type: 'decisionTableNode', position: { x: 1, y: 0 }, content: table },
      { id: 'out', name: 'out', type: 'outputNode', position: { x: 2, y: 0 } },
    ],
    edges: [
      { id: 'a', sourceId: 'in', targetId: 'table', type: 'edge' },
      { id: 'b', sourceId: 'table', targetId: 'out', type: 'edge' },
    ],
  }
}

function zenCell({ values, negated, ranges }) {
  if (ranges) return ranges.map(([from, to]) => `[${from}..${to})`).join(' or ')
  const list = values.map((value) => JSON.stringify(value)).join(', ')
  return negated ? `not in [${list}]` : list
}

export const jsonRules = {
  name: 'json-rules-engine',
  prepare: asNumbers,
  build: (rows) => {
    const first = rulesEngine(rows)
    // One rule succeeds at a time because each has a priority of its own; the first to succeed ends it.
    first.on('success', () => first.stop())
    const all = rulesEngine(rows)
    return {
      first: async (payment) => (await first.run(payment)).events[0]?.params.row ?? -1,
      all: async (payment) =>
        (await all.run(payment)).events.map(({ params }) => params.row).sort((a, b) => a - b),
    }
  },
}

function rulesEngine(rows) {
  const engine = new RulesEngine([], { allowUndefinedFacts: true })
  for (const [i, row] of rows.entries()) {
    engine.addRule({
      conditions: { all: cellsOf(row).map(ruleOf) },
      event: { type: 'hit', params: { row: i } },
      priority: rows.length - i,
    })
  }
  return engine
}

function ruleOf([fact, { values, negated, ranges }]) {
  if (!ranges) return { fact, operator: negated ? 'notIn' : 'in', value: values }
  return {
    any: ranges.map(([from, to]) => ({
      all: [
        { fact, operator: 'greaterThanInclusive', value: from },
        { fact, operator: 'lessThan', value: to },
      ],
    })),
  }
}
