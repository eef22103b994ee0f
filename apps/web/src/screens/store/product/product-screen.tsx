import { product } from '@signalbox/model/entities/product'
import { whyNotProduct, type ProductState } from '@signalbox/model/store/store-state'
import type { Row } from '../../../kit/list/listing.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { ProductAbout } from './product-about.tsx'
import { State, StockCounts, Values } from './product-cells.tsx'

const refusal = (name: string, row: Row): string | null =>
  whyNotProduct(name, row.state as ProductState) ?? null

export default resourceScreen({
  entity: product,
  purpose: 'Vouchers and top-up cards the store sells, with their values and rules.',
  columns: ['sku', 'name', 'kind', 'currency', 'faceValues', 'state', 'stock', 'updatedAt', 'merchantId'],
  cells: { state: State, stock: StockCounts, faceValues: Values },
  operations: { refusal },
  about: ProductAbout,
})
