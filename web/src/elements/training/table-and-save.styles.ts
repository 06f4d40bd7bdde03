/** A line with a view's table at its start and its Save menu at its end. */
import { css } from 'lit';

export const tableAndSave = css`
  .table-and-save {
    display: flex;
    justify-content: space-between;
    align-items: start;
  }
  attention-table {
    min-inline-size: 0;
  }
`;
