import { paymentMethodInput } from '@signalbox/model/entities/payment-method-input'
import { resourceScreen } from '../../../../kit/resource-screen.tsx'
import { loadable } from '../../../../ui/loadable.tsx'
import { ConditionView, LabelView, OptionsView } from './input-views.tsx'
import { PreviewButton } from './preview-button.tsx'

const OptionsEditor = loadable(async () => (await import('./options-editor.tsx')).OptionsEditor)
const ConditionEditor = loadable(async () => (await import('./condition-editor.tsx')).ConditionEditor)
const FormPreview = loadable(async () => (await import('./form-preview.tsx')).FormPreview)

export default resourceScreen({
  entity: paymentMethodInput,
  purpose: 'The fields the cashier asks for, per transaction type, service and country.',
  columns: [
    'txType',
    'key',
    'labelKey',
    'type',
    'required',
    'service',
    'country',
    'displayOrder',
    'regex',
    'merchantId',
  ],
  cells: { labelKey: LabelView, options: OptionsView, visibleWhen: ConditionView },
  form: {
    editors: { options: OptionsEditor, visibleWhen: ConditionEditor },
    startWith: () => ({ txType: 'CreditcardDeposit', type: 'TEXT' }),
  },
  around: { Tools: PreviewButton, Overlay: FormPreview },
})
