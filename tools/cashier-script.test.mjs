// @ts-check
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { cashierInput, cashierOutput } from './build.mjs'

it('the script of the demo shop is one file without secrets, with the judgement of inputs the platform has', async () => {
  const bundle = await rolldown(cashierInput)
  const { output } = await bundle.generate({ ...cashierOutput, file: undefined })
  await bundle.close()
  expect(output).toHaveLength(1)
  const [{ code, moduleIds, imports }] = output
  expect(imports).toEqual([])
  expect(moduleIds.some((id) => id.endsWith('packages/model/src/cashier/validate-inputs.ts'))).toBe(true)
  expect(moduleIds.filter((id) => /apps\/(server|sandbox)\/src\/(?!cashier\/browser\/)/.test(id))).toEqual([])
  expect(code).not.toMatch(/demo-client|client_credentials|bearer|secret/i)
})
