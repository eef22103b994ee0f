import type { ResolveCaseBody } from '@signalbox/model/calls/case'
import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import type { CaseOutcome } from '@signalbox/model/investigation/case'
import { parseMoney } from '@signalbox/model/money/money-text'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'

export const usualFailure = String(StatusNo.ERR_DECLINED_OTHER_REASON)
const shortestEvidence = 3

const valuesFor = (sheet: CaseSheet, outcome: CaseOutcome) => ({
  evidence: '',
  reference: outcome === 'SUCCESSFUL' ? (sheet.pspRefId ?? '') : '',
  tagId: null as string | null,
  code: usualFailure,
  tellMerchant: true,
  moved: sheet.pspReported ?? sheet.pspAmount,
})

type Values = ReturnType<typeof valuesFor>

/** The decision about a case while it is filled in. */
export function useResolution(sheet: CaseSheet, outcome: CaseOutcome) {
  const [values, setValues] = useState(() => valuesFor(sheet, outcome))
  const [tried, setTried] = useState(false)
  const { evidence, reference, tagId, code, tellMerchant, moved } = values
  const asksAmount = outcome === 'SUCCESSFUL' && sheet.amountInDoubt && sheet.pspAmount !== null
  const problems = {
    evidence: evidence.trim().length < shortestEvidence ? texts.required : undefined,
    reference: reference.trim() === '' ? texts.required : undefined,
    amount:
      asksAmount && !(moved && parseMoney(moved.amount, moved.currency)) ? texts.invalidAmount : undefined,
  }
  /** What to send; null while something is missing, which is then shown. */
  const submitted = (): ResolveCaseBody | null => {
    setTried(true)
    if (Object.values(problems).some(Boolean) || sheet.txStatusNo === null) return null
    return {
      version: sheet.version,
      txStatusNo: sheet.txStatusNo,
      outcome,
      evidence: evidence.trim(),
      reference: reference.trim(),
      sendToMerchant: tellMerchant,
      ...(tagId !== null && { tagId }),
      ...(asksAmount && moved && { amount: moved }),
      ...(outcome === 'FAILED' && { statusNo: Number(code) }),
    }
  }
  return {
    values,
    set: (change: Partial<Values>) => setValues((last) => ({ ...last, ...change })),
    problems: (tried ? problems : {}) as Partial<typeof problems>,
    asksAmount,
    submitted,
  }
}

export type Resolution = ReturnType<typeof useResolution>
