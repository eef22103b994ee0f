import { loadModel } from './load-model.mjs'

/**
 * Where each state begins and ends among the numbers, as the model has it.
 * @returns {Promise<Record<string, { first: number, last: number }>>}
 */
export const loadStatusBands = async () => (await loadModel('reference/status-codes.ts')).statusBands
