import { configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// A busy machine changes how long a test takes, not how it ends.
configure({ asyncUtilTimeout: 20_000 })

// A screen fetches parts of itself once it is drawn. Whoever ends before they are there would fail the whole run.
afterAll(() => vi.dynamicImportSettled())
