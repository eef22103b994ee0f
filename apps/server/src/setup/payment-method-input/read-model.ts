export { cashierForms, type CashierForms } from './form.ts'
export { countingInputs } from './store.ts'
