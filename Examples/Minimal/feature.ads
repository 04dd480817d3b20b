with FeatureABI_h; use FeatureABI_h;
package Feature is
   function Switchyard_Feature_Entry return access constant sy_library with Export, Convention => C;
end Feature;
