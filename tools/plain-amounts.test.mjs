// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPlainAmounts } from './plain-amounts.mjs'
import { root, sourceFiles } from './repository.mjs'

const inMoney = 'packages/model/src/money/price.ts'
const elsewhere = 'apps/server/src/payments/operations/service.ts'

/** @param {string} path @param {string} text */
const namesIn = (path, text) => findPlainAmounts(path, text).map(({ name }) => name)

describe('where money is calculated, every number says what it counts', () => {
  it.each([
    ['a parameter', 'export function tax(price: number): bigint { return 1n }', 'price'],
    ['a result', 'export function tax(price: bigint): number { return 1 }', 'tax'],
    ['a result of an arrow', 'export const tax = (price: bigint): number => 1', 'tax'],
    ['a list', 'export const total = (parts: number[]) => 1n', 'parts'],
    ['a default', 'export const tax = (price: bigint, least = 1) => 1n', 'least'],
    ['a member', 'export interface Price { readonly fixed?: number }', 'fixed'],
    ['a nested type', 'export type Prices = Record<string, number>', 'Prices'],
  ])('%s', (_what, text, name) => {
    expect(namesIn(inMoney, text)).toEqual([name])
  })

  it('and may count time, parts per million and decimals', () => {
    const text = `export const tax = (ratePpm: number, nowMs: number, freeCount: number, maxAgeHours = 36) => 1n
      export interface Profile { readonly exponent: number; readonly stepMinor: bigint }`
    expect(namesIn(inMoney, text)).toEqual([])
  })
})

describe('elsewhere nothing that is called an amount is a number', () => {
  it.each(['amount', 'pspAmount', 'amountMinor', 'minor', 'userBalance', 'fee'])('%s', (name) => {
    expect(namesIn(elsewhere, `export interface Row { readonly ${name}: number | null }`)).toEqual([name])
    expect(namesIn(elsewhere, `export interface Row { readonly ${name}: bigint }`)).toEqual([])
  })
})

it('holds in the whole repository', () => {
  const files = sourceFiles(['packages', 'apps'], (path) => /\/src\/.*(?<!\.d)\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(100)
  const findings = files.flatMap((path) => findPlainAmounts(path, readFileSync(join(root, path), 'utf8')))
  expect(findings.map(({ path, line, name }) => `${path}:${line} ${name}`)).toEqual([])
})
