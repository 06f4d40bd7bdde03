/** The views below the maps of the heads: loaded with a model, not before. */
import './attention-change-effects';
import './attention-head-story';
import './attention-rounding';
import './attention-similarities';
import './attention-word-paths';
