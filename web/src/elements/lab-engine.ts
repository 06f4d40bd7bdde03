/** What a lab needs of an engine. `createEngine()` gives one; a test may give another. */
import type {
  AttentionTrace,
  Embedded,
  EmbedRequest,
  HeadField,
  MaskKind,
  MultiHeadConfig,
  RowDetail,
  Tensor,
  TensorInput,
} from '../tensor';

export interface LabEngine {
  embed(request: EmbedRequest): Promise<Embedded>;
  multiHead(config: MultiHeadConfig): Promise<LabLayer>;
}

export interface LabLayer {
  trace(inputs: { query: TensorInput; mask: MaskKind }): Promise<AttentionTrace>;
  rowDetail(request: { head: number | null; query: number; most: number }): Promise<RowDetail>;
  average(field: HeadField): Promise<Tensor>;
  release(): void;
}
