import { configure } from '@testing-library/react'

// A busy machine changes how long a test takes, not how it ends.
configure({ asyncUtilTimeout: 20_000 })
