/** Views below the maps of the heads: loaded with a model, not before. */
import './sentence/attention-change-effects';
import './sentence/attention-masked-word';
import './chosen-head/attention-head-story';
import './offer/attention-rounding';
import './vectors/attention-similarities';
import './vectors/attention-word-paths';
