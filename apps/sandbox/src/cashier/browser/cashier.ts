import { runForm } from './cashier-form.ts'
import { runReceipt } from './receipt.ts'

const form = document.querySelector<HTMLFormElement>('form[data-cashier]')
if (form) runForm(form)
if (document.querySelector('[data-receipt]')) runReceipt()
