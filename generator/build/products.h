// Files that are made from more than a page: downloads of the data, the index of the search. They stand as they were
// published while all that they are made from is the same.
#pragma once
#include <map>
#include <string>

#include "build/cache.h"
#include "build/output.h"
#include "build/output_folder.h"
#include "io/source_tree.h"

namespace build {

// The product that is made of the data alone, and what it is made from.
inline constexpr const char* kDataProduct = "data";
base::Hash hash_of_data(const io::SourceTree& tree);

class Products {
 public:
  // What an earlier build made, and where it published; both outlive this.
  Products(const std::map<std::string, Product>& earlier, const OutputFolder& folder)
      : earlier_(earlier), folder_(folder) {}

  // Adds to the outputs the files of the product `name`: those that stand, if they were made from what has the hash
  // `from`, else those that make(add) adds by add(address, bytes). None of them is held in memory for longer than it
  // takes, where there is a stage.
  template <class Make>
  void publish(const std::string& name, const base::Hash& from, Outputs& outputs, Make make) {
    if (keep(name, from, outputs)) return;
    Product& product = made_[name];
    product.from = from;
    make([&](const std::string& address, std::string bytes) {
      product.files.emplace(address, add(address, std::move(bytes), outputs));
    });
  }

  const std::map<std::string, Product>& all() const { return made_; }
  const OutputFolder& folder() const { return folder_; }

 private:
  bool keep(const std::string& name, const base::Hash& from, Outputs& outputs);
  base::Hash add(const std::string& address, std::string bytes, Outputs& outputs) const;

  const std::map<std::string, Product>& earlier_;
  const OutputFolder& folder_;
  std::map<std::string, Product> made_;
};

}  // namespace build
