/** What a lab needs of an engine, and where one comes from that nobody gave it. */
import type {
  AttentionTrace,
  Embedded,
  EmbedRequest,
  HeadField,
  MaskKind,
  MultiHeadConfig,
  MultiHeadParameters,
  RowDetail,
  Tensor,
  TensorInput,
} from '../../tensor';

/** `createEngine()` gives one; a test may give another. */
export interface LabEngine {
  embed(request: EmbedRequest): Promise<Embedded>;
  multiHead(config: MultiHeadConfig): Promise<LabLayer>;
  /** a - b, of two tensors of one shape. */
  difference(a: TensorInput, b: TensorInput): Promise<Tensor>;
}

export interface LabLayer {
  /** Key and value are the query where they are left out. */
  trace(inputs: {
    query: TensorInput;
    key?: TensorInput;
    value?: TensorInput;
    mask: MaskKind;
  }): Promise<AttentionTrace>;
  parameters(): Promise<MultiHeadParameters>;
  rowDetail(request: { head: number | null; query: number; most: number }): Promise<RowDetail>;
  average(field: HeadField): Promise<Tensor>;
  release(): void;
}

/** Where the files are, when not beside the script. */
export interface EnginePlaces {
  readonly wasmUrl?: string;
  readonly workerUrl?: string;
}
export type EngineSource = (places: EnginePlaces) => Promise<LabEngine>;

let provide: (source: EngineSource) => void;
const provided = new Promise<EngineSource>((resolve) => (provide = resolve));

/** Where labs have their engine from that were given none. The first source stays. */
export function provideEngine(source: EngineSource): void {
  provide(source);
}

/** Waits for the source, which may be loaded after the elements. */
export async function providedEngine(places: EnginePlaces): Promise<LabEngine> {
  return (await provided)(places);
}
