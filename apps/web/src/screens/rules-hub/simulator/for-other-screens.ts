/** The simulator as a part of another page. */
export { SimulatorPanes } from './simulator-panes.tsx'
export { useSimulator } from './use-simulator.ts'
