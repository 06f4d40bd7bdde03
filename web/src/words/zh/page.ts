/** Chinese texts of the pages around the elements. */
import type { Words } from '../en/base';

export const page: Words['page'] = {
  pages: '页面',
  lab: '实验室',
  course: '课程',
  training: '训练',
  playground: '单层，未训练',
  model: '语言模型',
  proof: '验证',
  speed: '速度',
  language: '语言',
  theme: '主题',
  system: '跟随系统',
  light: '浅色',
  dark: '深色',
  present: '演示',
  leave: '退出演示',
  presentKeys: '← → 切换步骤 · 按 Esc 退出',
  embed: '嵌入……',
  notLoaded: '实验室的这一部分无法加载。',
  privacy: '您输入的内容不会离开本页。',
  kept: '已保存在此浏览器中：没有网络也能打开这些页面。',
  playgroundTitle: '单层注意力，未训练',
  playgroundIntro: '多头注意力，在这里当场用您的句子或文件算出。选择一个权重，看它是怎样算出的。',
};
